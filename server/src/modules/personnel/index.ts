export { personnelBatchKind } from './batch-job.ts';
export { freezeRecordsOf, previewFreezeOf } from './freeze.ts';
export { loadsOf } from './loads.ts';
export type { Load } from './loads.ts';
export { byFill, lockPersonnel, pickable, pickByItself } from './pickable.ts';
export type { PickablePerson, PickOptions } from './pickable.ts';
export { personnelRoutes } from './routes.ts';
export { createPersonnelWorks } from './works.ts';
export type { PersonnelWork, PersonnelWorks } from './works.ts';
