// All tests of the page in one process: they share a browser and two servers.
import './tests/games.test.js';
import './tests/people.test.js';
import './tests/actions.test.js';
import './tests/study.test.js';
