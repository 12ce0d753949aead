/** Names of options, their values and clocks, in the reader's language. */
import { has, t } from './i18n.svelte';
import type { TableInfo } from './protocol';

export function optionName(name: string, otherwise = name): string {
  return has(`option.${name}`) ? t(`option.${name}`) : otherwise;
}

export function optionValue(name: string, value: unknown): string {
  const key = `option.${name}.${String(value)}`;
  return has(key) ? t(key) : String(value);
}

export function clockName(clock: TableInfo['clock']): string {
  if (clock.kind === 'minutes') {
    const minutes = t('setup.minutes', { n: clock.minutes });
    const seconds = clock.increment ?? 0;
    return seconds
      ? t(`setup.${clock.mode ?? 'fischer'}`, { clock: minutes, n: seconds })
      : minutes;
  }
  return clock.kind === 'days' ? t('setup.days', { n: clock.days }) : t('setup.noClock');
}
