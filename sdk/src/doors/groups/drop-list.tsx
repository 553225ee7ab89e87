import { useText } from '@kituo/sdk';
import type { userGroup } from '@kituo/sdk/contracts';
import { GROUPS_TEXTS } from './groups-texts.ts';

/**
 * Who of an audience is not contacted, and why, in words.
 *
 * @example <DropList drops={check.drops} />
 */
export function DropList({ drops }: { readonly drops: userGroup.GroupCheck['drops'] }) {
  const t = useText(GROUPS_TEXTS);
  if (drops.length === 0) return null;
  return (
    <ul className="kp-facts">
      {drops.map(({ reason, people }) => (
        <li key={reason}>
          {t(`drop.${reason}`)}: {people}
        </li>
      ))}
    </ul>
  );
}
