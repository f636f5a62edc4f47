import re

from docx import Document


def task_func(template_path, values, output_path):
    """
    Fill in the placeholders of a Word document and save the result as another document.
    A placeholder is a name of letters, digits and underscores in double braces, with or without spaces
    around the name: '{{name}}' or '{{ name }}'. Replace placeholders in the paragraphs of the body and
    in the paragraphs of table cells by str() of the value that `values` holds for the name. Word often
    splits a placeholder over several runs of a paragraph; it has to be replaced all the same. A paragraph
    in which something is replaced may lose the formatting of all runs but the first, whose formatting
    then applies to its whole text; any other paragraph keeps its runs.
    Placeholders without a value stay as they are. The template file is not changed.

    Parameters:
    - template_path (str): The .docx file with the placeholders.
    - values (dict): Maps placeholder names to values.
    - output_path (str): Where to save the filled-in .docx file.

    Returns:
    - list of str: The distinct names of the placeholders that have no value, sorted.

    Requirements:
    - re
    - docx

    Example:
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> source, target = (os.path.join(folder.name, name) for name in ('in.docx', 'out.docx'))
    >>> letter = Document()
    >>> _ = letter.add_paragraph('Dear {{ name }}, you owe {{sum}}.')
    >>> letter.save(source)
    >>> task_func(source, {'name': 'Ada'}, target)
    ['sum']
    >>> Document(target).paragraphs[0].text
    'Dear Ada, you owe {{sum}}.'
    >>> folder.cleanup()
    """
