import type { Endpoint } from '@kituo/sdk/contracts';
import type { List } from '@kituo/sdk/page';
import { ExportButton, useExport } from '@kituo/sdk/page';
import type { CaseRow } from './case-system.ts';

/** The list as it is filtered, as a file; its job bears the endpoint's name unless said otherwise. */
export function CaseExport(props: { readonly list: List<CaseRow>; readonly of: Endpoint; readonly kind?: string }) {
  const { list, of, kind = of.name } = props;
  const exporter = useExport({
    list,
    endpoint: of,
    jobKind: kind,
    request: (asked) => of.request.parse(asked),
  });
  return <ExportButton exporter={exporter} />;
}
