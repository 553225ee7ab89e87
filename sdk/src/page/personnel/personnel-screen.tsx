import type { PersonnelEndpoints } from '../../contracts/staff/personnel.ts';
import { Late, latePart } from '../parts/late-part.tsx';

export interface PersonnelScreenProps {
  /** Of one section: `personnelEndpoints({ family, path, page, codes })` in its contract. */
  readonly endpoints: PersonnelEndpoints;
  /** What the kinds of its jobs begin with: `auditors` for `auditors.export` and `auditors.update`. */
  readonly jobs: string;
  readonly title: string;
}

/** Pages of people alone have it: a chunk of its own. */
const latePersonnel = latePart(() => import('./personnel-body.tsx'));

/**
 * The page of a section's people: their records, sync with preview, update, batch, freeze and unfreeze with what goes
 * back, load by hour. A section says its own words under the same keys: `field.open`, `personnel.freezeText`.
 *
 * @example <PersonnelScreen endpoints={auditPersonnel.endpoints} jobs="auditors" title={t('personnel.title')} />
 */
export function PersonnelScreen(props: PersonnelScreenProps) {
  return (
    <Late late={latePersonnel} className="kp-page">
      {({ PersonnelBody }) => <PersonnelBody {...props} />}
    </Late>
  );
}
