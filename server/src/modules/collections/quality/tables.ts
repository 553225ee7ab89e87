import type { inspection, quality } from '@kituo/sdk/contracts';
import type { Generated, JSONColumnType } from 'kysely';
import type * as z from 'zod/mini';
import type { Fixed, InstantDefault, InstantOrNull, Instant, Optional } from '../../../db/column-types.ts';
import type { StateOf } from '../../../state-machine/index.ts';
import type { inspectionMachine } from './inspection.machine.ts';
import type { qualitySettingMachine } from './quality-setting.machine.ts';

type SettingStatus = StateOf<typeof qualitySettingMachine>;
type Items = JSONColumnType<quality.SheetItem[]>;

interface QualitySheetTable {
  sheetNo: Generated<string>;
  sheetName: string;
  sourceTypes: quality.SourceType[];
  items: Items;
  sheetStatus: Generated<SettingStatus>;
  versionNo: Generated<number>;
  isInUse: Generated<boolean>;
  updatedBy: string;
  approvedBy: Optional<string>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

interface QualitySheetVersionTable {
  sheetNo: string;
  versionNo: number;
  sourceTypes: quality.SourceType[];
  items: Items;
  approvedBy: string;
  approvedAt: InstantDefault;
}

interface SamplingRuleTable {
  ruleNo: Generated<string>;
  ruleName: string;
  sourceType: quality.SourceType;
  sheetNo: string;
  percent: number;
  minPerPerson: number;
  minSeconds: number;
  drawsWeekly: Generated<boolean>;
  /** The Monday of the week that it drew last by itself. */
  drawnFrom: Optional<string>;
  ruleStatus: Generated<SettingStatus>;
  updatedBy: string;
  approvedBy: Optional<string>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

export interface InspectionTable {
  inspectionNo: Generated<string>;
  sourceType: quality.SourceType;
  subjectNo: string;
  merchantNo: string;
  userNo: string | null;
  customerNo: Optional<string>;
  orderNo: Optional<string>;
  caseNo: Optional<string>;
  phone: Optional<string>;
  happenedAt: Instant;
  durationSeconds: Optional<number>;
  content: Optional<string>;
  flags: Generated<z.output<typeof inspection.inspectionFlag>[]>;
  ruleNo: Optional<string>;
  sheetNo: Optional<string>;
  sheetVersionNo: Optional<number>;
  inspectionStatus: Generated<StateOf<typeof inspectionMachine>>;
  assignedUserNo: Optional<string>;
  inspectorUserNo: Optional<string>;
  leaseUntil: InstantOrNull;
  answers: JSONColumnType<z.output<typeof inspection.answer>[], string | undefined, string>;
  marks: JSONColumnType<inspection.Mark[], string | undefined, string>;
  remark: Optional<string>;
  score: Optional<number>;
  hasFatal: Generated<boolean>;
  scoredAt: InstantOrNull;
  appealDueAt: InstantOrNull;
  appeal: Optional<string>;
  appealedAt: InstantOrNull;
  decision: Optional<z.output<typeof inspection.appealDecision>>;
  decisionReason: Optional<string>;
  decidedBy: Optional<string>;
  decidedAt: InstantOrNull;
  scoreBefore: Optional<number>;
  createdAt: InstantDefault;
  version: Generated<number>;
}

interface QualityCalibrationTable {
  calibrationNo: Generated<string>;
  inspectionNo: string;
  sheetNo: string;
  sheetVersionNo: number;
  firstUserNo: string;
  firstAnswers: JSONColumnType<z.output<typeof inspection.answer>[], string, never>;
  firstScore: number;
  secondUserNo: string;
  secondAnswers: JSONColumnType<z.output<typeof inspection.answer>[], string | undefined, string>;
  secondScore: Optional<number>;
  scoredAt: InstantOrNull;
  drawnBy: string;
  drawnAt: InstantDefault;
}

interface ContactTranscriptTable {
  attemptId: Fixed<number>;
  segmentNo: Fixed<number>;
  fromSecond: Fixed<number>;
  speaker: Fixed<(typeof inspection.SPEAKERS)[number]>;
  said: Fixed<string>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    qualitySheet: QualitySheetTable;
    qualitySheetVersion: QualitySheetVersionTable;
    samplingRule: SamplingRuleTable;
    inspection: InspectionTable;
    contactTranscript: ContactTranscriptTable;
    qualityCalibration: QualityCalibrationTable;
  }
}
