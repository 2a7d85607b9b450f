import { checkUsername } from './username.ts';

/** What the signup form of a fan asks for (R-REL-04: the same rules). */
export interface SignUpForm {
  readonly email: string;
  readonly password: string;
  readonly username: string;
}

export type SignUpField = keyof SignUpForm;

/** Why an account cannot be made: the sentence, and the fields it is about. */
export interface SignUpProblem {
  readonly message: string;
  readonly fields: readonly SignUpField[];
}

export const usernameTaken = 'Username already taken';

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Checks a form before anything is sent; undefined when nothing is wrong. */
export function checkSignUp(form: SignUpForm): SignUpProblem | undefined {
  const empty = (['email', 'password', 'username'] as const).filter((field) => form[field] === '');
  if (empty.length > 0) return { message: 'Please fill in all mandatory fields.', fields: empty };
  if (!isEmail(form.email)) return { message: 'Invalid email format.', fields: ['email'] };
  const unfit = checkUsername(form.username);
  return unfit === undefined ? undefined : { message: unfit, fields: ['username'] };
}
