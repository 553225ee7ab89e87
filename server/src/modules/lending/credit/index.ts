export { openCreditKind } from './limits.ts';
export { routes } from './routes.ts';
export { openCredit, settleCredits } from './settle-credits.ts';
export { auditTask, checkMark, createTask } from './tasks.ts';
