import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { formatCount } from '../../format/money.ts';
import { FormDialog } from '../form/form-frames.tsx';
import { ChevronDown } from '../icons.ts';
import { Confirm } from '../parts/confirm.tsx';
import { useKitText } from '../platform.ts';
import { moveInMenu } from '../table/row-actions.tsx';
import { known } from '../use-detail.ts';
import type { JobRow } from '../../contracts/platform/job.contract.ts';
import { JobPanel } from './job-panel.tsx';
import type { ItemNames } from './job-items.tsx';
import type { Batch, BatchScope, OfSelection } from './use-batch.ts';
import { Menu, MenuItem, Popover } from '../parts/popover.tsx';

/**
 * Starts a batch: over the selected rows, or, where the endpoint takes the filter, over all that match.
 * It is in the bar of selected rows or beside the filters. Not drawn without the right.
 */
export function BatchButton<Values>(props: { readonly batch: OfSelection<Values> }) {
  const { action, selected, filtered, followed } = props.batch;
  const kit = useKitText();
  const scopes: readonly (readonly [what: 'selected' | 'filtered', scope: BatchScope])[] = [
    ...(selected.count > 0 ? [['selected', selected] as const] : []),
    ...(filtered !== null && filtered.count > 0 ? [['filtered', filtered] as const] : []),
  ];
  const [first] = scopes;
  if (!action.isPermitted) return null;
  const shared = {
    text: action.label,
    intent: action.isDangerous ? ('danger' as const) : ('none' as const),
    // One job of a kind at a time: the one that runs is in the page.
    disabled: first === undefined || followed?.isLive === true,
  };
  if (first === undefined || scopes.length === 1) {
    return (
      <Button
        {...shared}
        onClick={() => {
          if (first !== undefined) action.open(first[1]);
        }}
      />
    );
  }
  return (
    <Popover
      placement="bottom-end"
      content={
        <Menu onKeyDown={moveInMenu}>
          {scopes.map(([what, scope]) => (
            <MenuItem
              key={what}
              text={kit(`export.${what}`, { count: formatCount(scope.count) })}
              onClick={() => {
                action.open(scope);
              }}
            />
          ))}
        </Menu>
      }
    >
      <Button {...shared} endIcon={<ChevronDown size={14} aria-hidden title={false} />} />
    </Popover>
  );
}

/**
 * The form of a batch and the job that comes of it. It is in the page, not in the bar of selected rows,
 * for the job outlives the selection.
 *
 * @example
 * <BatchAction batch={close} defaults={() => ({ reason: '' })}><Text name="reason" /></BatchAction>
 */
export function BatchAction<Values extends FieldValues>(
  props: ItemNames & {
    readonly batch: Batch<Values>;
    readonly defaults: (scope: BatchScope) => Values;
    readonly children: ReactNode | ((scope: BatchScope) => ReactNode);
    /** What more there is to say of its job once that is over. */
    readonly resultOf?: ((job: JobRow) => ReactNode) | undefined;
  },
) {
  const { batch } = props;
  return (
    <>
      <FormDialog action={batch.action} defaults={props.defaults}>
        {props.children}
      </FormDialog>
      <JobPanel followed={batch.followed} nameOf={props.nameOf} resultOf={props.resultOf} />
    </>
  );
}

/** A batch that asks for nothing but a yes, and the job that comes of it. */
export function BatchConfirm(
  props: ItemNames & {
    readonly batch: Batch;
    /** What it does, with the number of rows. */
    readonly describe: (scope: BatchScope) => ReactNode;
    /** What more there is to say of its job once that is over. */
    readonly resultOf?: ((job: JobRow) => ReactNode) | undefined;
  },
) {
  const { batch } = props;
  return (
    <>
      <Confirm action={batch.action} preview={known(true)} describe={(_known, scope) => props.describe(scope)} />
      <JobPanel followed={batch.followed} nameOf={props.nameOf} resultOf={props.resultOf} />
    </>
  );
}
