import { beforeAll, describe, expect, test } from 'vitest';
import { readCanonicalSolutions } from '../sanitize/testing/recorded-answers.ts';
import { type Severity, safetyChoiceSchema } from '../schema/evaluation-rules.ts';
import { isPython } from '../syntax/is-python.ts';
import { recordedData } from '../util/testing/recorded-data.ts';
import { chooseRules, safetyRules } from './safety-rules.ts';
import { createSafetyScanner, type SafetyScanner, scanSolution } from './safety-scanner.ts';

let scanner: SafetyScanner;
beforeAll(async () => {
  scanner = await createSafetyScanner();
});

describe('each rule', () => {
  test.each(safetyRules)('$id finds its example and leaves the other alone', ({ id, severity, positive, negative }) => {
    expect(isPython(positive) && isPython(negative)).toBe(true);
    expect(scanner.scan(positive)).toContainEqual(expect.objectContaining({ ruleId: id, severity }));
    expect(scanner.ruleIds(negative)).not.toContain(id);
  });

  test('ids are unique and sorted by severity', () => {
    expect(new Set(safetyRules.map(({ id }) => id)).size).toBe(safetyRules.length);
    const order = safetyRules.map(({ severity }) => ['high', 'medium', 'low'].indexOf(severity));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });
});

describe('names are followed', () => {
  test.each([
    ['from os import system as run\nrun("ls")', 'process'],
    ['import os as o\nrun = o.system\nrun("ls")', 'process'],
    ['import os\ngetattr(os, "system")("ls")', 'process'],
    ['__import__("os").system("ls")', 'process'],
    ['import importlib\nimportlib.import_module("os")._exit(0)', 'hard-exit'],
    ['import builtins\nbuiltins.eval("1")', 'dynamic-code'],
    ['e = eval\ne("1")', 'dynamic-code'],
    ['def f():\n    import socket\n    return socket.socket()', 'network'],
    ['import sys\nf = sys._getframe()\ng = f.f_back', 'frame-access'],
    ['from pathlib import Path\np = Path("x")\np.unlink()', 'file-delete'],
    ['from pathlib import Path\nPath("/etc/motd").write_text("x")', 'write-outside'],
    ['open("../x", mode="w")', 'write-outside'],
    ['path = "/etc/x"\nopen(path, "w")', 'write-outside'],
    ['from pathlib import Path\np = Path("/etc/x")\np.write_text("x")', 'write-outside'],
    ['from pathlib import Path\nwith Path("/etc/x").open("w") as file: pass', 'write-outside'],
    ['import pathlib\nhome = pathlib.Path("~")\n(home / "x").touch()', 'write-outside'],
    ['import os\nos.open("/etc/x", os.O_CREAT | os.O_WRONLY)', 'write-outside'],
    ['import os\nos.symlink("x", "/etc/x")', 'write-outside'],
    ['import gzip\ngzip.open("/etc/x", "wb")', 'write-outside'],
    ['import zipfile\nzipfile.ZipFile("/etc/x", mode="a")', 'write-outside'],
    ['from pathlib import Path\np = Path("/tmp/x")\np.open(mode="a")', 'temporary-write'],
    ['import unittest\nsetattr(unittest.TestCase, "assertTrue", print)', 'test-tamper'],
    ['import sys\nsys.modules["unittest"] = None', 'test-tamper'],
    ['from unittest import SkipTest\nraise SkipTest()', 'skip-tests'],
    ['class A:\n    __eq__ = lambda s, o: True', 'always-equal'],
    ['class A:\n    def __eq__(self, o):\n        """x"""\n        return True', 'always-equal'],
    ['x = type("A", (), {"__eq__": lambda s, o: True})()', 'always-equal'],
    ['from unittest.mock import ANY', 'always-equal'],
    ['import unittest.case\nraise unittest.case._ShouldStop', 'test-tamper'],
    ['def setUpModule():\n    pass', 'test-tamper'],
    ['def f(case):\n    case.assertEqual = print', 'test-tamper'],
    ['found = globals().get("TestCases")', 'test-tamper'],
    ['__builtins__ = {}', 'builtin-tamper'],
    ['def isinstance(x, y):\n    return True', 'builtin-shadow'],
    ['import operator\noperator.attrgetter("tb_frame.f_back")', 'frame-access'],
    ['import sys\ngetattr(sys, "_get" + "frame")', 'dynamic-code'],
    ['import contextlib\ncontextlib._GeneratorContextManager.__exit__ = print', 'module-tamper'],
    ['print.__self__.len = 3', 'object-internals'],
    ['import os\nk = os.environ["OPENAI_API_KEY"]', 'credential-read'],
    ['import os\nos.environ.get("DB_PASSWORD")', 'credential-read'],
  ])('%j is %s', (code, id) => {
    expect(scanner.ruleIds(code)).toContain(id);
  });

  test.each([
    ['a name of its own', 'def eval(x): return x\neval(1)'],
    ['a parameter', 'def f(requests):\n    return requests.get(1)'],
    ['a docstring', '"""Reads /etc/shadow."""\nx = 1'],
    ['a comment', 'x = 1  # os._exit(0)'],
    ['a string', 'x = "os._exit(0)"'],
    ['a method of the same name', 'class A:\n    def system(self): pass\nA().system()'],
    ['a temporary file that is read', 'open("/tmp/x")'],
    ['a file outside that is read', 'import os, gzip\nos.open("/etc/x", os.O_RDONLY)\ngzip.open("/etc/x")'],
    ['a path that is read', 'from pathlib import Path\np = Path("/etc/x")\np.open()\np.read_text()'],
    ['a link to something outside', 'import os\nos.symlink("/etc/x", "x")'],
    ['a name that stands for several things', 'path = "/etc/x"\npath = "x"\nopen(path, "w")'],
    ['an attribute by a variable name', 'def f(x, name):\n    return getattr(x, name)'],
    ['an attribute of an own class', 'class Row:\n    pass\nRow.width = 3'],
  ])('%s is left alone', (_, code) => {
    expect(scanner.scan(code)).toEqual([]);
  });
});

describe('scan', () => {
  test('gives line and words, in order, each once', async () => {
    const code = 'import os, sys\n\nsys.exit(1)\nos._exit(os.getenv("X"))\n';
    expect(await scanSolution(code)).toEqual([
      { ruleId: 'soft-exit', severity: 'low', line: 3, what: expect.any(String) },
      { ruleId: 'hard-exit', severity: 'high', line: 4, what: expect.stringContaining('ends the process') },
      { ruleId: 'environment-read', severity: 'low', line: 4, what: expect.any(String) },
    ]);
    expect(scanner.ruleIds(code)).toEqual(['environment-read', 'hard-exit', 'soft-exit']);
  });

  test('reads what is not Python as far as it goes', () => {
    expect(scanner.ruleIds('import os\nos._exit(0)\ndef (:\n')).toContain('hard-exit');
    expect(scanner.scan('')).toEqual([]);
  });

  test.each(recordedData)('few reference solutions have a high-severity finding: $name', (data) => {
    const solutions = readCanonicalSolutions(data);
    const alarmed = solutions.filter(({ code }) => scanner.scan(code).some(({ severity }) => severity === 'high'));
    console.log(`false alarms at severity high: ${alarmed.length} of ${solutions.length}`);
    expect(solutions).toHaveLength(data.size);
    expect(alarmed.length).toBeLessThanOrEqual({ slice: 1, whole: 6 }[data.name]);
  });
});

const actFrom = (severity: Severity) => safetyChoiceSchema.parse({ actFrom: severity });

describe('policies', () => {
  const code = 'import os\ndef task_func():\n    os._exit(\n        0)\n    return 1\n';

  test('report changes nothing', () => {
    expect(scanner.apply(code, { policy: 'report' })).toMatchObject({ action: 'run', code });
  });

  test('block says why; a harmless solution, and one below the severity, runs', () => {
    expect(scanner.apply(code, { policy: 'block' })).toMatchObject({ action: 'block', reason: 'hard-exit in line 3' });
    const medium = 'import subprocess\nsubprocess.run("ls")';
    expect(scanner.apply(medium, { policy: 'block' }).action).toBe('block');
    expect(scanner.apply(medium, { policy: 'block', choice: actFrom('high') }).action).toBe('run');
    expect(scanner.apply('x = 1', { policy: 'block', choice: actFrom('low') }).action).toBe('run');
  });

  test('neutralize lets the place raise, and lines keep their numbers', () => {
    const decision = scanner.apply(code, { policy: 'neutralize' });
    expect(decision).toMatchObject({
      action: 'run',
      code: 'import os\ndef task_func():\n    (_ for _ in ()).throw(PermissionError(\n"safety rule hard-exit: this ends the process at once, before the tests have reported"))\n    return 1\n',
    });
  });

  test.each(safetyRules)('neutralize leaves Python without $id', ({ id, positive }) => {
    const decision = scanner.apply(positive, { policy: 'neutralize', choice: actFrom('low') });
    expect(decision.action).toBe('run');
    if (decision.action !== 'run') return;
    expect(isPython(decision.code)).toBe(true);
    expect(decision.code).toContain(`safety rule ${id}`);
    expect(scanner.ruleIds(decision.code)).not.toContain(id);
    expect(decision.code.split('\n')).toHaveLength(positive.split('\n').length);
  });

  test('neutralize copes with f-strings, nested calls and several statements in a line', () => {
    const tricky =
      'import os, sys\nx = f"{os._exit(1)}"; y = os._exit(os._exit(2)); z = 3\nimport ctypes as c; w = c.CDLL("x").f(1)\n';
    const decision = scanner.apply(tricky, { policy: 'neutralize' });
    expect(decision).toMatchObject({ action: 'run', code: expect.stringContaining('; z = 3\n') });
    if (decision.action === 'run') expect(scanner.ruleIds(decision.code)).toEqual([]);
  });
});

describe('what block and neutralize stop unless told otherwise', () => {
  test.each([
    ['eval("1 + 1")', 'dynamic-code'],
    ['exec("x = 1")', 'dynamic-code'],
    ['__import__("json")', 'dynamic-code'],
    ['import subprocess\nsubprocess.run(["ls"])', 'process'],
    ['import os\nos.system("ls")', 'process'],
    ['import shutil\nshutil.rmtree("data")', 'file-delete'],
    ['import requests\nrequests.get("http://example.org")', 'network'],
    ['open("/etc/hosts", "a")', 'write-outside'],
  ])('%j', (code, id) => {
    expect(scanner.apply(code, { policy: 'block' })).toMatchObject({
      action: 'block',
      reason: expect.stringContaining(id),
    });
    const neutralized = scanner.apply(code, { policy: 'neutralize' });
    expect(neutralized).toMatchObject({ action: 'run', code: expect.stringContaining(`safety rule ${id}`) });
    if (neutralized.action === 'run') expect(scanner.ruleIds(neutralized.code)).not.toContain(id);
  });

  test('a file in the folder for temporary files is only reported', () => {
    const code = 'open("/tmp/x", "w")';
    expect(scanner.apply(code, { policy: 'block' })).toMatchObject({
      action: 'run',
      findings: [expect.objectContaining({ ruleId: 'temporary-write', severity: 'low' })],
    });
  });
});

describe('chosen rules', () => {
  const choice = safetyChoiceSchema.parse({
    actFrom: 'high',
    severities: { network: 'high', 'hard-exit': 'low', 'dynamic-code': 'off' },
    rules: [{ id: 'no-pandas', severity: 'high', what: 'uses pandas', imports: ['pandas', 'pandas.*'] }],
  });
  const decide = (code: string) => scanner.apply(code, { policy: 'block', choice });

  test('are graded as the choice says', () => {
    expect(decide('import requests\nrequests.get("x")')).toMatchObject({ reason: 'network in line 2' });
    expect(decide('import os\nos._exit(0)')).toMatchObject({ action: 'run', findings: [{ severity: 'low' }] });
    expect(decide('import subprocess\nsubprocess.run("ls")')).toMatchObject({ action: 'run' });
  });

  test('can be switched off, and added', () => {
    expect(decide('eval("1")')).toMatchObject({ action: 'run', findings: [] });
    expect(decide('import json\nimport pandas as pd')).toMatchObject({ reason: 'no-pandas in line 2' });
  });

  test('must exist, and must not take the name of another', () => {
    const refused = (given: object) => () => chooseRules(safetyChoiceSchema.parse(given));
    expect(refused({ severities: { netwrok: 'off' } })).toThrow('there is no rule "netwrok": did you mean network?');
    const rules = [{ id: 'network', severity: 'low', what: 'x' }];
    expect(refused({ rules })).toThrow('network is a rule already');
  });
});
