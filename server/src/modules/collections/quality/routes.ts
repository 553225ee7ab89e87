import { calibration, inspection, qualitySheet, samplingRule } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { assignInspections } from './assign.ts';
import { drawCalibration, readAgreement, readCalibration, reassignCalibration, scoreCalibration } from './calibrate.ts';
import { readStrictness } from './strictness.ts';
import { calibrationExport, calibrations } from './calibrations.list.ts';
import { readChoices } from './choices.ts';
import { appealInspection, decideAppeal, scoreInspection, takeInspection } from './commands.ts';
import { inspectionExport, inspections } from './inspections.list.ts';
import { readInspection, sendRecording } from './read-inspection.ts';
import { moveRule, readRule, ruleExport, ruleList, saveRule } from './rules.ts';
import { drawSample } from './sample.ts';
import { moveSheet, readSheet, saveSheet, sheetExport, sheetList } from './sheets.ts';

export const routes = [
  implement(inspection.page, inspections.page),
  implement(inspection.exportList, inspectionExport.queue),
  implement(inspection.choices, (_nothing, call) => readChoices(call)),
  implement(inspection.recording, sendRecording),
  implement(inspection.detail, readInspection),
  implement(inspection.sample, drawSample),
  implement(inspection.assign, assignInspections),
  implement(inspection.take, takeInspection),
  implement(inspection.score, scoreInspection),
  implement(inspection.appeal, appealInspection),
  implement(inspection.decide, decideAppeal),
  implement(calibration.page, calibrations.page),
  implement(calibration.exportList, calibrationExport.queue),
  implement(calibration.agreement, readAgreement),
  implement(calibration.strictness, readStrictness),
  implement(calibration.draw, drawCalibration),
  implement(calibration.score, scoreCalibration),
  implement(calibration.reassign, reassignCalibration),
  implement(calibration.detail, readCalibration),
  implement(qualitySheet.page, sheetList.page),
  implement(qualitySheet.exportList, sheetExport.queue),
  implement(qualitySheet.detail, readSheet),
  implement(qualitySheet.save, saveSheet),
  implement(qualitySheet.submit, (request, call) => moveSheet('submit', request, call)),
  implement(qualitySheet.approve, (request, call) => moveSheet('approve', request, call)),
  implement(qualitySheet.sendBack, (request, call) => moveSheet('return', request, call)),
  implement(qualitySheet.enable, (request, call) => moveSheet('enable', request, call)),
  implement(qualitySheet.disable, (request, call) => moveSheet('disable', request, call)),
  implement(samplingRule.page, ruleList.page),
  implement(samplingRule.exportList, ruleExport.queue),
  implement(samplingRule.detail, readRule),
  implement(samplingRule.save, saveRule),
  implement(samplingRule.submit, (request, call) => moveRule('submit', request, call)),
  implement(samplingRule.approve, (request, call) => moveRule('approve', request, call)),
  implement(samplingRule.sendBack, (request, call) => moveRule('return', request, call)),
  implement(samplingRule.enable, (request, call) => moveRule('enable', request, call)),
  implement(samplingRule.disable, (request, call) => moveRule('disable', request, call)),
];
