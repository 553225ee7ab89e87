import { Late, latePart } from '../parts/late-part.tsx';
import type { VersionedListProps } from './versioned-list-props.ts';

/** Pages of versions alone have it: a chunk of its own. */
const lateVersions = latePart(() => import('./versions-body.tsx'));

/**
 * A page of versioned configuration: what holds, the versions by state, draft, save, submit, decide with the
 * difference in view, withdraw, copy to a new draft.
 *
 * @example <VersionedList title={t('contactHours.title')} families={[contactHours]} />
 */
export function VersionedList(props: VersionedListProps) {
  return (
    <Late late={lateVersions} className="kp-page">
      {({ VersionsBody }) => <VersionsBody {...props} />}
    </Late>
  );
}
