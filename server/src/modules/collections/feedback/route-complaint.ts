import type { Tx } from '../../../db/database.ts';
import { autoPick } from '../../staff/personnel/index.ts';
import type { Feedback } from './store.ts';

const COMPLAINED_OF: ReadonlySet<Feedback['category']> = new Set(['COLLECTION', 'FRAUD', 'PRIVACY']);

/** What a regulator sends, what is grave, and what is about how the customer was treated. */
const isComplaint = ({ source, severity, category }: Pick<Feedback, 'source' | 'severity' | 'category'>): boolean =>
  source === 'REGULATOR' || severity === 'HIGH' || COMPLAINED_OF.has(category);

/** Who gets a new complaint: of those on shift with the skill and room today the least loaded; null where there is none. */
export async function complaintHandler(tx: Tx, feedback: Feedback, at: Date): Promise<string | null> {
  if (!isComplaint(feedback)) return null;
  const person = await autoPick(tx, 'SERVICE', feedback.merchantNo, at, { handlesComplaints: true });
  return person?.userNo ?? null;
}
