import type { ReactNode } from 'react';
import { Empty, Failed } from '../../components/states.tsx';
import { useKitText } from '../platform.ts';
import type { Detail } from '../use-detail.ts';

/**
 * What was requested, in each of its states: being read, failed with the way to ask again, there.
 *
 * @example <Answered detail={useDetail(dept.history, { deptNo })}>{(entries) => …}</Answered>
 */
export function Answered<Data>(props: { readonly detail: Detail<Data>; readonly children: (data: Data) => ReactNode }) {
  const { detail } = props;
  const kit = useKitText();
  if (detail.data !== null) return props.children(detail.data);
  if (detail.error !== null) return <Failed error={detail.error} onRetry={detail.refresh} />;
  return (
    <div className="kp-reading" aria-busy="true">
      <Empty title={kit('loading')} />
    </div>
  );
}
