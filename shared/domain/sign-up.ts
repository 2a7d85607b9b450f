import { checkUsername } from './username.ts';

/** The fields of a fan's signup form (the rules of R-REL-04). */
export interface SignUpForm {
  readonly email: string;
  readonly password: string;
  readonly username: string;
}

export type SignUpField = keyof SignUpForm;

export interface SignUpProblem {
  readonly message: string;
  readonly fields: readonly SignUpField[];
  readonly others?: Readonly<Partial<Record<SignUpField, string>>>;
}

export const usernameTaken = 'Username already taken';

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** The sentence about short passwords; the portal also shows it when the provider refuses one. */
const shortPassword = 'Use at least 6 characters.';

/**
 * Returns the problem of each filled field. A short password is reported only beside another problem; alone
 * the provider refuses it.
 */
function unfitIn({ email, password, username }: SignUpForm): Partial<Record<SignUpField, string>> {
  const unfit = username === '' ? undefined : checkUsername(username);
  const problems = {
    ...(email !== '' && !isEmail(email) && { email: 'Invalid email format.' }),
    ...(unfit !== undefined && { username: unfit }),
  };
  const isShort = password !== '' && password.length < 6;
  return isShort && Object.keys(problems).length > 0
    ? { ...problems, password: shortPassword }
    : problems;
}

/** Checks a form before it is sent. The message is the first problem's; the fields are all with a problem. */
export function checkSignUp(form: SignUpForm): SignUpProblem | undefined {
  const names = ['email', 'password', 'username'] as const;
  const unfit = unfitIn(form);
  const isEmpty = names.some((name) => form[name] === '');
  const fields = names.filter((name) => form[name] === '' || unfit[name] !== undefined);
  const [first] = fields;
  if (first === undefined) return undefined;
  const message = isEmpty ? 'Please fill in all mandatory fields.' : (unfit[first] ?? '');
  return { message, fields, others: unfit };
}
