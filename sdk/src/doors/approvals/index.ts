/** `@kituo/sdk/approvals`: what a family of changes has awaiting approval, and what became of it. */
export { ApprovalsTab } from './approvals.tab.tsx';
