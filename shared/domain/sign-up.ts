import { checkUsername } from './username.ts';

/** What the signup form of a fan asks for (R-REL-04: the same rules). */
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

/** The portal says the same where the provider refuses a password. */
const shortPassword = 'Use at least 6 characters.';

/** What is wrong with each field that was filled in. A password that will be refused is said beside other problems. */
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

/** Checks a form before it is sent; the message is that of the first problem, the fields are all that have one. */
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
