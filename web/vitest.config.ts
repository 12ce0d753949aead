import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vite.config.ts';

export default mergeConfig(
  base,
  defineConfig({
    test: { include: ['tests/**/*.test.ts'], environment: 'node' },
    resolve: { conditions: ['browser'] },
  }),
);
