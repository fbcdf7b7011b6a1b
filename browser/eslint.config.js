// Lint rules for the page and its tests. `npm run lint` runs eslint from the root of the repository.
import js from '@eslint/js';
import globals from 'globals';

/** Properties that turn text into markup. */
const MARKUP = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc', 'createContextualFragment', 'setHTMLUnsafe']
  .map((name) => ({ property: name, message: 'Insert text as text: use h() and s() of dom.js.' }));

export default [
  { ignores: ['**/node_modules/**'] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-unused-vars': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-console': ['error', { allow: ['error'] }],
      'max-lines': ['error', 400],
      'no-restricted-properties': ['error', ...MARKUP, { object: 'document', property: 'write' }],
      'no-restricted-syntax': ['error', {
        selector: 'CallExpression[callee.property.name="setAttribute"] > Literal.arguments:first-child[value="style"]',
        message: 'The content security policy forbids style attributes: set element.style.',
      }],
    },
  },
  { files: ['web/js/**'], languageOptions: { globals: globals.browser } },
  { files: ['web/sw.js'], languageOptions: { globals: globals.serviceworker } },
  // It runs in browsers and in Node, so it uses what both have.
  { files: ['npm/**'], languageOptions: { globals: globals['shared-node-browser'] } },
  { files: ['web/test/**'], languageOptions: { globals: globals.node } },
  // Functions that run inside the page under test use browser globals.
  { files: ['browser/**'], languageOptions: { globals: { ...globals.node, ...globals.browser } }, rules: { 'no-console': 'off' } },
];
