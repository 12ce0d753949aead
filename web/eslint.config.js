// Faults that neither the compiler nor the formatter finds. Form is prettier's business.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import typescript from 'typescript-eslint';

export default typescript.config(
  { ignores: ['node_modules', 'public', 'src/lib/protocol.ts'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  ...svelte.configs['flat/recommended'],
  ...svelte.configs['flat/prettier'],
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node, ...globals.serviceworker } },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // The router follows plain links; this is no SvelteKit.
      'svelte/no-navigation-without-resolve': 'off',
      // Drawings repeat shapes that never change their order.
      'svelte/require-each-key': 'off',
      // Derived values build a new Map or Set and never change it.
      'svelte/prefer-svelte-reactivity': 'off',
      // Already reported by svelte-check, which knows which warnings are real.
      'svelte/no-unused-svelte-ignore': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser } },
  },
);
