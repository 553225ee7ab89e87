import type { CaseScope } from './collection.ts';

/** Where each collection system stands: its section, the area of its codes, its paths and its endpoints' names. */
const SYSTEMS = {
  ORDER: { folder: 'CollectionSystem', area: 'collection', prefix: '', ending: '', stage: '' },
  BILL: { folder: 'CollectionSystemNew', area: 'collectionStage', prefix: 'stage/', ending: 'New', stage: 'Stage' },
} as const;

/** The words that the endpoints of one system are made of. */
export function systemOf(scope: CaseScope) {
  const { folder, area, prefix, ending, stage } = SYSTEMS[scope];
  return {
    prefix,
    page: (name: string) => `/AdminContent/${folder}/${name}${ending}`,
    code: (...things: readonly string[]): { readonly code: readonly string[] } => ({
      code: things.map((one) => `${area}:${one}`),
    }),
    /** `caseRepay.page`, or `caseRepayStage.page`. */
    name: (family: string, action: string) => `${family}${stage}.${action}`,
  };
}
