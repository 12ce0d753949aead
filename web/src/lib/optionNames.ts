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
  if (clock.kind === 'minutes') return t('setup.minutes', { n: clock.minutes });
  return clock.kind === 'days' ? t('setup.days', { n: clock.days }) : t('setup.noClock');
}
