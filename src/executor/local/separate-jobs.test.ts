import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultLimits, type Execution } from '../../schema/execution.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import type { Executor } from '../executor.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';
import { namespaces } from './testing/namespaces.ts';

let executor: Executor;
beforeAll(async () => {
  executor = await createLocalExecutor({ environment: bareEnvironment(), parallel: 2 });
});
afterAll(() => executor.close());

interface Given {
  readonly prompt?: string;
}

/** Runs a program under the separate judge; body: the lines of one test method, after what stands before the class. */
async function judge(code: string, body: string, { prompt = '' }: Given = {}): Promise<Execution> {
  const [before, lines] = body.includes('----\n') ? body.split('----\n') : ['', body];
  const indented = (lines ?? '').trim().replaceAll(/^/gm, '        ');
  const test = `import unittest\n${before}\nclass TestCases(unittest.TestCase):\n    def test_it(self):\n${indented}\n`;
  const limits = { ...defaultLimits, wallMs: 20_000, cpuMs: 10_000 };
  const separate = { prompt, entryPoint: 'task_func' };
  const job = { id: 'separate', code, test, separate, limits, libs: [] };
  for await (const execution of executor.execute([job])) return execution;
  throw new Error('nothing came back');
}

const passBy = (level: 'value' | 'reference') => ({ outcome: 'pass', separate: { level, words: [] } });

describeNeeding(namespaces)('separately judged jobs', () => {
  it('pass by values', async () => {
    const code =
      'import collections\ndef task_func(n):\n    print("seen")\n    return {n: (1.5, [None])}, collections.Counter("aab")';
    const execution = await judge(code, 'self.assertEqual(task_func(7), ({7: (1.5, [None])}, {"a": 2, "b": 1}))');
    expect(execution).toMatchObject({
      ...passBy('value'),
      stdout: 'seen\n',
      tests: [{ name: 'test_it', level: 'value' }],
    });
  });

  it('pass by references', async () => {
    const code =
      'class Shape:\n    def __init__(self, side): self.side = side\n    def area(self): return self.side ** 2\ntask_func = Shape';
    const execution = await judge(code, 'shape = task_func(3)\nself.assertEqual((shape.area(), shape.side), (9, 3))');
    expect(execution).toMatchObject(passBy('reference'));
  });

  it.each([
    [
      'an object that decides',
      'class A:\n    def is_right(self): return True\ntask_func = A',
      'self.assertTrue(task_func().is_right())',
    ],
    [
      'an answer that need only be true',
      'class A:\n    def find(self, other): return "x"\ntask_func = A',
      'self.assertTrue(task_func().find([3]))',
    ],
    [
      'an attribute that need only be true',
      'class A:\n    parts = [1]\ntask_func = A',
      'if not task_func().parts: self.fail()',
    ],
    ['a name of its own', 'LIMIT = 3\ndef task_func(): return 3', 'self.assertEqual(task_func(), LIMIT)'],
    [
      'a difference of its own',
      'class A:\n    def __sub__(self, other): return 0.0\ntask_func = A',
      'self.assertAlmostEqual(task_func(), 5)',
    ],
  ])("rest on the program's word: %s", async (_, code, body) => {
    expect(await judge(code, body)).toMatchObject({
      outcome: 'pass',
      separate: { level: 'word', words: [expect.any(String)] },
    });
  });

  it('may be asked whether there is a result', async () => {
    const body = 'self.assertTrue(task_func([1]))\nself.assertFalse(task_func([]))';
    expect(await judge('def task_func(rows): return rows', body)).toMatchObject(passBy('value'));
  });

  it('may read what mock_open was given', async () => {
    const code =
      'def task_func(path):\n    with open(path) as file: return [line.strip() for line in file], file.read()';
    const body =
      'from unittest.mock import mock_open, patch\n----\nwith patch("builtins.open", mock_open(read_data="a\\nb\\n")) as opened:\n    self.assertEqual(task_func("x"), (["a", "b"], ""))\nopened.assert_called_once_with("x")';
    expect(await judge(code, body)).toMatchObject(passBy('value'));
  });

  it('take names from the prompt', async () => {
    const prompt = 'import math\nLIMIT = 3\ndef task_func():\n\n    pass\n';
    const execution = await judge(`${prompt}    return 3`, 'self.assertEqual(task_func(), math.floor(LIMIT))', {
      prompt,
    });
    expect(execution).toMatchObject(passBy('value'));
  });

  it('are prepared before the program runs', async () => {
    const prompt = 'import os\nSTART = os.getcwd()\ndef task_func():\n    pass\n';
    const code = 'import os\nos.chdir("/")\ndef task_func(): return 3';
    const body = 'self.assertNotEqual(START, "/")\nself.assertEqual((os.getcwd(), task_func()), ("/", 3))';
    expect(await judge(code, body, { prompt })).toMatchObject(passBy('value'));
  });

  it('show what a program puts into the environment to Python code, and not to child processes', async () => {
    const code = 'import os\nos.environ["OPENSSL_CONF"] = "planted"\ndef task_func(): return 3';
    const body =
      'import os, subprocess\n----\nself.assertEqual((os.environ["OPENSSL_CONF"], task_func()), ("planted", 3))\nself.assertNotIn(b"planted", subprocess.run(["env"], capture_output=True).stdout)';
    expect(await judge(code, body)).toMatchObject(passBy('value'));
  });

  it.each([
    [
      'a module',
      'import math as np\ndef task_func(): return 3',
      'self.assertEqual(task_func(), np.floor(3.5))',
      'word',
    ],
    [
      'a module',
      'import math\ndef task_func(): return 3',
      'self.assertEqual(task_func(), math.floor(3.5))',
      'reference',
    ],
    ['a class', 'class double(int): pass\ntask_func = double', 'self.assertEqual(task_func(3), double(3))', 'word'],
    [
      'a class',
      'from fractions import *\ntask_func = Fraction',
      'self.assertEqual(task_func(3), Fraction(3))',
      'value',
    ],
  ])('believe %s that only the program has where it is a library of that name: %s', async (_, code, body, level) => {
    expect(await judge(code, body)).toMatchObject({ outcome: 'pass', separate: { level } });
  });

  it.each([
    [
      'equal to everything',
      'fail',
      'AssertionError: 1 != 42',
      'class A(int):\n    def __eq__(self, other): return True\n    __hash__ = None\ndef task_func(): return A(1)',
    ],
    [
      'patched unittest',
      'fail',
      'AssertionError: 1 != 42',
      'import unittest\nunittest.TestCase.assertEqual = lambda *_: None\ndef task_func(): return 1',
    ],
    ['an exit', 'error', 'exited with status 0 before the last test', 'import os\ndef task_func(): os._exit(0)'],
    ['a crash', 'killed', 'SIGABRT', 'import os\ndef task_func(): os.abort()'],
    ['no compilation', 'error', 'SyntaxError: invalid syntax (__test__.py, line 1)', 'def task_func(:'],
    ['an exception', 'error', 'ValueError: no', 'def task_func(): raise ValueError("no")'],
  ])('fail by %s', async (_, outcome, reason, code) => {
    expect(await judge(code, 'self.assertEqual(task_func(), 42)')).toMatchObject({ outcome, reason });
  });

  it('are refused where the tests load what the program wrote', async () => {
    const execution = await judge('def task_func(): return 1', 'import pickle\n----\npickle.load(open("x", "rb"))');
    expect(execution).toMatchObject({ separate: { unprovable: 'the tests call pickle.load' } });
  });

  it.each([
    [
      'patches',
      'import os\ndef task_func(): return os.getlogin()',
      'from unittest.mock import patch\n----\nwith patch("os.getlogin", return_value="me") as mock:\n    self.assertEqual(task_func(), "me")\nmock.assert_called_once_with()',
    ],
    [
      'callbacks',
      'def task_func(act): return act(1) + act(2)',
      'seen = []\nself.assertEqual(task_func(lambda x: seen.append(x) or x), 3)\nself.assertEqual(seen, [1, 2])',
    ],
    [
      'changed arguments',
      'def task_func(rows):\n    rows[0].append(2)\n    return rows',
      'part = [1]\nrows = [part]\nself.assertIs(task_func(rows), rows)\nself.assertEqual(part, [1, 2])',
    ],
    [
      'random numbers',
      'import random\ndef task_func(): return random.random()',
      'import random\n----\nrandom.seed(1)\nexpected = [random.random(), random.random()]\nrandom.seed(1)\nself.assertEqual([task_func(), random.random()], expected)',
    ],
    [
      'folder and environment',
      'import os\ndef task_func():\n    os.environ["B"] = os.environ["A"]\n    return os.getcwd()',
      'import os, tempfile\n----\nos.chdir(tempfile.mkdtemp())\nos.environ["A"] = "x"\nself.assertEqual(task_func(), os.getcwd())\nself.assertEqual(os.environ["B"], "x")',
    ],
    [
      'files',
      'def task_func(path):\n    with open(path + "/b", "w") as out: out.write(open(path + "/a").read() * 2)',
      'import tempfile\n----\npath = tempfile.mkdtemp()\nwith open(path + "/a", "w") as file: file.write("x")\ntask_func(path)\nwith open(path + "/b") as file: self.assertEqual(file.read(), "xx")',
    ],
    [
      'output',
      'def task_func(): print("hello")',
      'import contextlib, io\n----\nout = io.StringIO()\nwith contextlib.redirect_stdout(out): task_func()\nself.assertEqual(out.getvalue(), "hello\\n")',
    ],
    [
      'log records',
      'import logging\ndef task_func(): logging.getLogger("a").info("b %d", 1)',
      'with self.assertLogs("a", "INFO") as logs: task_func()\nself.assertEqual(logs.output, ["INFO:a:b 1"])',
    ],
    [
      'warnings',
      'import warnings\ndef task_func(): warnings.warn("old", DeprecationWarning)',
      'with self.assertWarnsRegex(DeprecationWarning, "old"): task_func()',
    ],
    [
      'exceptions',
      'class Own(ValueError): pass\ndef task_func(): raise Own("no", 3)',
      'with self.assertRaises(ValueError) as caught: task_func()\nself.assertEqual(caught.exception.args, ("no", 3))',
    ],
    [
      'coroutines',
      'async def task_func(n): return n + 1',
      'import asyncio\n----\nself.assertEqual(asyncio.run(task_func(1)), 2)',
    ],
    ['generators', 'def task_func():\n    yield 1\n    yield 2', 'self.assertEqual(list(task_func()), [1, 2])'],
    [
      'a server of the tests',
      'import urllib.request\ndef task_func(url): return urllib.request.urlopen(url).status',
      'import http.server, threading\n----\nserver = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)\nthreading.Thread(target=server.serve_forever, daemon=True).start()\nself.assertEqual(task_func("http://127.0.0.1:%d" % server.server_port), 200)',
    ],
    [
      'a mock of the shape of a class that is never lent',
      'import ctypes\ndef task_func(path):\n    ctypes.CDLL(path)\n    return 3',
      'from unittest.mock import patch\n----\nwith patch("ctypes.CDLL", autospec=True) as made: self.assertEqual(task_func("x"), 3)\nmade.assert_called_once_with("x")',
    ],
  ])('see the same state: %s', async (_, code, body) => {
    const execution = await judge(code, body);
    expect(execution, JSON.stringify(execution.tests)).toMatchObject({ outcome: 'pass' });
    expect(execution.separate).not.toMatchObject({ level: 'word' });
  });
});
