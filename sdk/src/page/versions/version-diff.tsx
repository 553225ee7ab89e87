import * as config from '../../contracts/platform/config.contract.ts';
import { Answered } from '../detail/answered.tsx';
import { DiffTable } from '../decide/diff-table.tsx';
import { useDetail } from '../use-detail.ts';
import { fieldsOfValue } from './versioned-family.ts';
import type { VersionedFamily } from './versioned-family.ts';

const WAITS: ReadonlySet<string> = new Set(['DRAFT', 'PENDING', 'SCHEDULED']);

/** What a version would change of what holds; one that is over stands as it was. */
export function VersionDiff(props: { readonly row: config.ConfigVersion; readonly family: VersionedFamily }) {
  const { row, family } = props;
  const held = useDetail(
    config.inForce,
    WAITS.has(row.versionStatus)
      ? { key: row.configKey, ...(row.subjectNo !== '' && { subjectNo: row.subjectNo }) }
      : null,
  );
  const shared = {
    after: fieldsOfValue(family, row.value),
    order: family.fields,
    ...(family.draw && { draw: family.draw }),
  };
  if (!WAITS.has(row.versionStatus)) return <DiffTable before={null} {...shared} />;
  return (
    <Answered detail={held}>
      {({ value }) => <DiffTable before={value === null ? null : fieldsOfValue(family, value)} {...shared} />}
    </Answered>
  );
}
