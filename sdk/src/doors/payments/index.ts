/** `@kituo/sdk/payments`: what sections show of bills, payments and their postings. */
import './payments.css';

export { WhyThisBalance } from './why-this-balance.tsx';
