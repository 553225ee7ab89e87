/** `@kituo/sdk/approvals`: what a family of changes has waiting for a second person, and what became of it. */
export { ApprovalsTab } from './approvals.tab.tsx';
