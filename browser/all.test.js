// All tests of the page in one process: they share a browser and two servers.
import './tests/budget.test.js';
import './tests/games.test.js';
import './tests/people.test.js';
import './tests/actions.test.js';
import './tests/turns.test.js';
import './tests/study.test.js';
import './tests/faults.test.js';
import './tests/hostile.test.js';
import './tests/languages.test.js';
import './tests/looks.test.js';
import './tests/screens.test.js';
import './tests/words.test.js';
import './tests/access.test.js';
import './tests/sizes.test.js';
