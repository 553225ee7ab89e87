import type { ReactNode } from 'react';
import { session$ } from '../session/session-store.ts';
import { useValue } from '../state/store.ts';

/** What is requested: one code, or several of which one is enough. */
export type CodeQuestion = string | readonly string[];

function holds(perms: ReadonlySet<string>, question: CodeQuestion): boolean {
  return typeof question === 'string' ? perms.has(question) : question.some((code) => perms.has(code));
}

/**
 * Whether the signed-in person holds an operation code. The server decides again on every call.
 *
 * @example if (can('user:user:freeze')) actions.push(freeze);
 */
export function can(question: CodeQuestion): boolean {
  return holds(session$.value.perms, question);
}

/**
 * As {@link can}, and draws again when the rights change.
 *
 * @example const mayFreeze = useCan('user:user:freeze');
 */
export function useCan(question: CodeQuestion): boolean {
  return holds(useValue(session$).perms, question);
}

/**
 * Whether a page may be opened, by its path in any case.
 *
 * @example if (canOpen('/AdminContent/WarningNotify')) void navigate('/AdminContent/WarningNotify');
 */
export function canOpen(path: string): boolean {
  return session$.value.fullPaths.has(path.toLowerCase());
}

/**
 * Draws its children for those who hold `code`, and nothing (or `otherwise`) for the rest.
 *
 * @example <Allowed code="user:user:freeze"><FreezeButton /></Allowed>
 */
export function Allowed(props: {
  readonly code: CodeQuestion;
  readonly children: ReactNode;
  readonly otherwise?: ReactNode;
}): ReactNode {
  return useCan(props.code) ? props.children : (props.otherwise ?? null);
}
