/** Why a long calculation of the server failed. */
import { capital, has, t } from './i18n.svelte';
import { faultKeys } from './refusal';

/** The codes of the faults that can stop a long calculation; its answer has only their sentence. */
const STOPS = ['unavailable', 'record', 'not-possible', 'unknown-rules', 'unknown-components'];

/**
 * Why a long calculation of the server failed: in the reader's language, or in the server's English
 * if the sentence has no translation. An error of the program itself has no sentence of use.
 */
export function failureOf(sentence: string | null): string {
  if (!sentence || sentence === 'the analysis failed') return t('fault.internal');
  const keys = STOPS.flatMap((code) => faultKeys(code, sentence).slice(0, -1));
  const key = keys.find(has);
  return key ? t(key) : `${capital(sentence)}.`;
}
