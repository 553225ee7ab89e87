export { confirmBatch, confirmKind, reopenKind, settleKind } from './changes.ts';
export { confirmDay, saveDay } from './days.ts';
export { routes } from './routes.ts';
export { settleDays } from './settle.ts';
