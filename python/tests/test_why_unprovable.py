"""Tests that make objects of what a program wrote, under whatever name they call it."""

import unittest

from bcb_runner.separate.unprovable import why_unprovable


class WhyUnprovableTests(unittest.TestCase):
    def test_loaders_by_every_name(self):
        for test, told in {
            "import pickle\npickle.load(file)": "pickle.load",
            "import pickle as p\np.loads(data)": "pickle.loads",
            "from pickle import load\nload(file)": "pickle.load",
            "from pickle import Unpickler as U\nU(file).load()": "pickle.Unpickler",
            "import importlib.util\nimportlib.util.spec_from_file_location('a', path)": "util.spec_from_file_location",
            "from importlib import import_module as take\ntake('a')": "importlib.import_module",
            "import pandas\npandas.read_pickle(path)": "pandas.read_pickle",
            "import pandas as frames\nframes.read_pickle(path)": "pandas.read_pickle",
            "import pandas as pd\npd.read_pickle(path)": "pandas.read_pickle",
            "from tensorflow.keras.models import load_model\nload_model(path)": "models.load_model",
            "from builtins import eval as f\nf(text)": "builtins.eval",
            "import numpy as np\nnp.load(path, allow_pickle=True)": "numpy.load",
            "import numpy\nnumpy.load(path, None, True)": "numpy.load",
            "import yaml\nyaml.load(text, Loader=yaml.Loader)": "yaml.load",
            "import cloudpickle\ncloudpickle.loads(data)": "cloudpickle.loads",
            "import imp\nimp.load_source('a', path)": "imp.load_source",
            "from importlib.machinery import SourceFileLoader\nSourceFileLoader('a', path).load_module()": "machinery.SourceFileLoader",
            "import ctypes\nctypes.CDLL(path)": "ctypes.CDLL",
            "import ctypes\nctypes.cdll.LoadLibrary(path)": "cdll.LoadLibrary",
            "from sklearn.datasets import fetch_california_housing as get\nget()": "datasets.fetch_california_housing",
            "eval(text)": "eval",
        }.items():
            self.assertEqual(why_unprovable(test), "the tests call " + told, test)

    def test_others_of_the_same_name(self):
        for test in (
            "import json\njson.load(file)",
            "from json import load\nload(file)",
            "import re\nre.compile(pattern)",
            "def load(path): return open(path).read()\nload(path)",
            "import pickle\npickle.dump(value, file)",
            "model.eval()",
            "import numpy as np\nnp.load(path)",
            "import yaml\nyaml.safe_load(text)",
            "fetch_rows()",
        ):
            self.assertIsNone(why_unprovable(test), test)


if __name__ == "__main__":
    unittest.main()
