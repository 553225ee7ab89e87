import * as z from 'zod/mini';
import { CASE_SORT_FIELDS, caseFilters, caseId, type CaseScope } from './collection.ts';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listRequest } from '../list.ts';

const SYSTEMS = {
  ORDER: { folder: 'CollectionSystem', area: 'collection', prefix: '', ending: '' },
  BILL: {
    folder: 'CollectionSystemNew',
    area: 'collectionStage',
    prefix: 'stage/',
    ending: 'New',
  },
} as const;

/** What the endpoints of one system are made of: its pages, codes and paths. */
export function partsOf(scope: CaseScope) {
  const { folder, area, prefix, ending } = SYSTEMS[scope];
  const page = (name: string) => `/AdminContent/${folder}/${name}${ending}`;
  const code = (...things: readonly string[]) => ({ code: things.map((one) => `${area}:${one}`) });
  const name = (text: string) => (scope === 'ORDER' ? text : text.replace('.', 'Stage.'));
  const list = listRequest(caseFilters, CASE_SORT_FIELDS);
  const merge = '/AdminContent/CollectionSystemNew/collectionMerge';
  const mine = { page: [page('MyCollection'), merge] };
  const desk = { page: [page('CaseAllocation')] };
  const pool = { page: [page('BadDebtManagement')] };
  const allotMerge = '/AdminContent/CollectionSystemNew/CaseAllocationMerge';
  // Whoever leads collectors looks into cases of both systems from one page.
  const monitoring = '/AdminContent/CollectionSystem/CollectionPersonnelMonitoring';
  const anyList = {
    page: [allotMerge, page('CaseAllocation'), page('BadDebtManagement'), page('OutCollectionList'), monitoring],
  };
  const one = z.object({ caseId });
  const file = (named: string, path: string, access: { readonly page: string[] }, summary: string) =>
    defineEndpoint({
      name: name(named),
      method: 'POST',
      path: path.replace('/', `/${prefix}`),
      access,
      kind: 'command',
      summary,
      request: exportRequest(caseFilters, CASE_SORT_FIELDS),
      reply: exportReply,
    });
  return { prefix, page, code, name, list, mine, desk, pool, one, anyList, monitoring, file };
}
