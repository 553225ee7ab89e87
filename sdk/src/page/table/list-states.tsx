import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { errorDetails } from '../../api/announce-error.ts';
import { CopyDetails } from '../../components/copy-icon.tsx';
import { Empty } from '../../components/states.tsx';
import { useKitText, usePluginText } from '../platform.ts';

/** Rows that could not be read: what happened, again, and details for support. */
export function ListFailed(props: { readonly error: ApiError; readonly onRetry: () => void }) {
  const kit = useKitText();
  const t = usePluginText();
  const fields = props.error.fields.filter(({ field }) => field.startsWith('filters.'));
  if (fields.length > 0) {
    return (
      <div role="alert">
        <Empty
          title={kit('empty.filterWrong')}
          text={fields.map(({ field, msg }) => (
            <div key={field}>
              <b>{t(`field.${field.split('.')[1] ?? field}`)}</b>: {msg}
            </div>
          ))}
        />
      </div>
    );
  }
  return (
    <div role="alert">
      <Empty
        title={kit('empty.failedTitle')}
        text={props.error.msg}
        action={
          <div className="ks-state-actions">
            <Button text={kit('retry')} onClick={props.onRetry} />
            <CopyDetails details={errorDetails(props.error)} />
          </div>
        }
      />
    </div>
  );
}

/** No rows: none that match, with the way back to all, or none yet, with what to do. */
export function ListEmpty(props: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly text: string | undefined;
  readonly action: ReactNode;
}) {
  const kit = useKitText();
  if (!props.isFiltered) {
    return (
      <Empty
        title={kit('empty.newTitle')}
        {...(props.text !== undefined && { text: props.text })}
        action={props.action}
      />
    );
  }
  return (
    <Empty
      title={kit('empty.filteredTitle')}
      text={kit('empty.filteredText')}
      action={<Button text={kit('filter.clear')} onClick={props.onClear} />}
    />
  );
}
