import { Confirm, known } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';

/** Asks before a command of which one sentence says all. */
export function Ask<Subject>(props: {
  readonly action: Action<Subject>;
  readonly say: (subject: Subject) => string;
}) {
  return (
    <Confirm
      action={props.action}
      preview={known(true)}
      describe={(_known, subject) => <p>{props.say(subject)}</p>}
    />
  );
}
