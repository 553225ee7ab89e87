import type { Database } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import type { RobotGateway } from '../../platform/gateways/index.ts';

/** What asking 94 AI takes; no robot where none is set up. */
export interface Vendor {
  readonly db: Database;
  readonly robot: RobotGateway | null;
  readonly log: Pick<CommandContext['log'], 'info' | 'warn'>;
}
