import type { Action } from '@kituo/sdk/page';

interface Acted {
  readonly allowedActions: readonly string[];
}

/**
 * An action whose texts have a name of their own and whose leave is another: one section, many approvals.
 *
 * @example allowedAs(configApprove, 'approve')
 */
export function allowedAs<Subject extends Acted, Values>(
  action: Action<Subject, Values>,
  name: string,
): Action<Subject, Values> {
  return {
    ...action,
    isAllowed: (subject) => action.isPermitted && subject.allowedActions.includes(name),
  };
}
