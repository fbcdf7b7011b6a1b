// The linter's rules for the page and for its tests. Run from the root of the repository: `npm run lint` here does.
import js from '@eslint/js';
import globals from 'globals';

/** Text must never become markup or code. */
const MARKUP = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc', 'createContextualFragment', 'setHTMLUnsafe']
  .map((name) => ({ property: name, message: 'Text is put in as text: use h() and s() of dom.js.' }));

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
  { files: ['web/test/**'], languageOptions: { globals: globals.node } },
  // What runs inside the page under test uses the globals of a browser.
  { files: ['browser/**'], languageOptions: { globals: { ...globals.node, ...globals.browser } }, rules: { 'no-console': 'off' } },
];
