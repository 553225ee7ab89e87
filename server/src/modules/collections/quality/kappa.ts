import { calibration } from '@kituo/sdk/contracts';
import { Z_95 } from '../../../ground/wilson.ts';

/** How often two judges passed or failed the same things. */
export interface Judged {
  readonly bothPassed: number;
  readonly firstOnly: number;
  readonly secondOnly: number;
  readonly bothFailed: number;
}
interface Agreement {
  readonly judged: number;
  readonly agreed: number;
  readonly kappa: number | null;
  readonly interval95: { readonly low: number; readonly high: number } | null;
  readonly word: (typeof calibration.KAPPA_WORDS)[number] | null;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Landis and Koch (1977): by fifths, each with its upper end. */
function wordOf(kappa: number): (typeof calibration.KAPPA_WORDS)[number] {
  const [poor, slight, fair, moderate, substantial, almost] = calibration.KAPPA_WORDS;
  if (kappa < 0) return poor;
  if (kappa <= 0.2) return slight;
  if (kappa <= 0.4) return fair;
  if (kappa <= 0.6) return moderate;
  return kappa <= 0.8 ? substantial : almost;
}

/**
 * Cohen's kappa of two judges: agreement beyond chance, with the 95 % interval of its large-sample error. Null where
 * chance alone explains everything: both always gave the same. Pure.
 */
export function kappaOf({ bothPassed, firstOnly, secondOnly, bothFailed }: Judged): Agreement {
  const judged = bothPassed + firstOnly + secondOnly + bothFailed;
  const agreed = bothPassed + bothFailed;
  const first = (bothPassed + firstOnly) / judged;
  const second = (bothPassed + secondOnly) / judged;
  const observed = agreed / judged;
  const expected = first * second + (1 - first) * (1 - second);
  if (judged === 0 || expected === 1) return { judged, agreed, kappa: null, interval95: null, word: null };
  const kappa = (observed - expected) / (1 - expected);
  const error = Math.sqrt((observed * (1 - observed)) / judged) / (1 - expected);
  return {
    judged,
    agreed,
    kappa: rounded(kappa),
    interval95: { low: rounded(Math.max(-1, kappa - Z_95 * error)), high: rounded(Math.min(1, kappa + Z_95 * error)) },
    word: wordOf(kappa),
  };
}
