import { Button } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import { lateForm } from '../form/late-form.ts';
import type { RowAction } from '../table/row-actions.tsx';

/** Opens an action for something that is no row: a new thing, the selection. Not drawn without the right. */
export function ActionButton<Subject>(props: {
  readonly action: RowAction<Subject>;
  readonly subject: Subject;
  readonly isPrimary?: boolean;
  readonly icon?: ReactElement;
}) {
  const { action, subject } = props;
  if (!action.isAllowed(subject)) return null;
  return (
    <Button
      intent={props.isPrimary === true ? 'primary' : action.isDangerous ? 'danger' : 'none'}
      text={action.label}
      {...(props.icon && { icon: props.icon })}
      onPointerEnter={lateForm.warm}
      onFocus={lateForm.warm}
      onClick={() => {
        action.open(subject);
      }}
    />
  );
}
