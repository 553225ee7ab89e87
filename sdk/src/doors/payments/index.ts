/** `@kituo/sdk/payments`: what sections show of bills, payments, payouts and their postings. */
import './payments.css';

export { ATTEMPT_STATUS, PayoutAttempts } from './payout-attempts.tsx';
export { PostedJournals } from './posted-journals.tsx';
export { WhyThisBalance } from './why-this-balance.tsx';
