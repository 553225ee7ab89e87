import { ApiError } from '@kituo/sdk';

/** What the person is told; `isOver` where nothing but starting again helps. */
export interface Refusal {
  readonly text: string;
  readonly isOver: boolean;
}

const OVER = new Set(['SIGN_IN_STEP_OVER', 'LOGIN_LOCKED', 'LOGIN_FROZEN']);

export function refusalOf(error: unknown, otherwise: string): Refusal {
  if (!(error instanceof ApiError) || error.isNetwork) return { text: otherwise, isOver: false };
  const [field] = error.fields;
  return { text: field?.msg ?? error.msg, isOver: OVER.has(error.error) };
}
