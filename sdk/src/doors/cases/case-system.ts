import { collection, collectionMerge, paymentLink, paymentPrompt } from '@kituo/sdk/contracts';

/** Which collection system a page is of: by order, or by bill. */
export type CaseScope = collection.CaseScope;
export type CaseRow = collection.CaseRow;
export type CaseDetailFacts = collection.CaseDetail;

const SYSTEMS = {
  ORDER: {
    of: collection.byOrder,
    prompt: paymentPrompt.createOfCase,
    link: paymentLink.createOfCase,
    reach: paymentLink.reachOfCase,
    number: paymentLink.virtualCreateOfCase,
    area: 'collection',
  },
  BILL: {
    of: collection.byBill,
    prompt: paymentPrompt.createOfStageCase,
    link: paymentLink.createOfStageCase,
    reach: paymentLink.reachOfStageCase,
    number: paymentLink.virtualCreateOfStageCase,
    area: 'collectionStage',
  },
} as const;

/** The endpoints of a system and the area of its codes. */
export const systemOf = (scope: CaseScope) => SYSTEMS[scope];

/** A list's cases: of one system, or of both. */
export type DeskScope = CaseScope | 'BOTH';

const DESKS = {
  ORDER: { ...collection.byOrder, jobs: 'collection' },
  BILL: { ...collection.byBill, jobs: 'collectionStage' },
  BOTH: {
    ...collection.byOrder,
    selfPage: collectionMerge.selfPage,
    selfSummary: collectionMerge.selfSummary,
    selfNext: collectionMerge.selfNext,
    followUpSave: collectionMerge.followUpSave,
    smsMany: collectionMerge.smsMany,
    notReachedMany: collectionMerge.notReachedMany,
    selfExport: collectionMerge.selfExport,
    allotPage: collectionMerge.allotPage,
    allotExport: collectionMerge.allotExport,
    userTree: collectionMerge.userTree,
    allotPreview: collectionMerge.preview,
    recall: collectionMerge.recall,
    jobs: 'collectionMerge',
  },
} as const;

/** Where a desk's lists are read, and what its batches are called. */
export const deskOf = (scope: DeskScope) => DESKS[scope];
