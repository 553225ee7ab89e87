import { useQuietFocus } from '../../components/use-quiet-focus.ts';
import { Classes, Dialog } from '@blueprintjs/core';
import type { FieldValues } from 'react-hook-form';
import { SideDrawer } from '../parts/side-drawer.tsx';
import { Late } from '../parts/late-part.tsx';
import type { FormBodyProps, FormProps } from './form-body.tsx';
import { lateForm } from './late-form.ts';
import { useLeaving } from './use-leaving.ts';

/** A form of up to five fields: a dialog, 35 % wide and at least 420 px. Not closed by Escape or a click outside. */
export function FormDialog<Subject, Values extends FieldValues>(props: FormProps<Subject, Values>) {
  const { action } = props;
  const leaving = useLeaving(action.close);
  const quietFocus = useQuietFocus(action.opened !== null);
  return (
    <Dialog
      {...quietFocus}
      className="kp-dialog"
      isOpen={action.opened !== null}
      title={action.textOf('title')}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={100}
      onClose={leaving.leave}
    >
      {action.opened !== null && (
        <LateBody
          key={action.openCount}
          {...props}
          subject={action.opened.subject}
          bodyClass={Classes.DIALOG_BODY}
          footClass="kp-foot"
          leaving={leaving}
        />
      )}
    </Dialog>
  );
}

/** A form of more than five fields: a drawer, 560 px wide. Not closed by Escape or a click outside. */
export function FormDrawer<Subject, Values extends FieldValues>(props: FormProps<Subject, Values>) {
  const { action } = props;
  const leaving = useLeaving(action.close);
  return (
    <SideDrawer
      isOpen={action.opened !== null}
      title={action.textOf('title')}
      closesEasily={false}
      onClose={leaving.leave}
    >
      {action.opened !== null && (
        <LateBody
          key={action.openCount}
          {...props}
          subject={action.opened.subject}
          bodyClass="kp-drawer-body"
          footClass="kp-foot"
          leaving={leaving}
        />
      )}
    </SideDrawer>
  );
}

function LateBody<Subject, Values extends FieldValues>(props: FormBodyProps<Subject, Values>) {
  return (
    <Late late={lateForm} className={props.bodyClass}>
      {({ FormBody }) => <FormBody {...props} />}
    </Late>
  );
}
