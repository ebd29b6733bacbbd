import eslint from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.stryker/'] },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.json' } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // The code has no enums, and TypeScript itself distinguishes classes with private members. These
      // rules would take a third of the time of all.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Numbers in template strings are the normal way to print them.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    // A regular expression with quadratic run time blocks the event loop.
    files: ['src/**/*.{ts,tsx}', 'dialects/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { ignorePartial: false }],
    },
  },
  {
    // For browsers.
    files: ['src/api-docs/**'],
    languageOptions: { parserOptions: { project: './src/api-docs/tsconfig.json' } },
  },
  {
    // For browsers too, and with JSX.
    files: ['src/viewer/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
    languageOptions: { parserOptions: { project: './src/viewer/tsconfig.json' } },
    rules: {
      ...reactHooks.configs.flat['recommended-latest'].rules,
      // It is about React's compiler, which is not used here.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', 'src/viewer/vite.config.mts'],
    ...tseslint.configs.disableTypeChecked,
  },
  {
    files: ['src/viewer/public/*.js'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: { document: 'readonly', localStorage: 'readonly' },
    },
  },
  {
    // A hook for CommonJS, which runs before TypeScript can.
    files: ['**/*.cjs'],
    languageOptions: {
      globals: { __dirname: 'readonly', process: 'readonly', require: 'readonly' },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
)
