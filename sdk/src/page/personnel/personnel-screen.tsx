import { Late, latePart } from '../parts/late-part.tsx';
import type { PersonnelScreenProps } from './personnel-screen-props.ts';

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
