import json
import os
import re
from docx import Document

def task_func(path):
    """
    Extract the outline of a Word document and save it as JSON.

    Paragraphs with the style 'Heading 1', 'Heading 2', ... are headings of that level; all other
    paragraphs are body text. A heading is a child of the nearest earlier heading with a smaller
    level; headings without such a parent are at the top. Body text before the first heading is
    ignored. The result is saved as JSON (UTF-8, indented by two spaces, non-ASCII characters as they
    are) in a file named like the document plus '.json'.

    Parameters:
    - path (str): The document (.docx).

    Returns:
    - list of dict: The top headings, each a dictionary with the keys 'title' (its text, stripped),
      'level' (int), 'words' (number of matches of \\w+ in the body paragraphs between this heading
      and the next heading of any level) and 'children' (list of such dictionaries).

    Requirements:
    - json
    - os
    - re
    - docx

    Raises:
    - FileNotFoundError: If the document does not exist.

    Example:
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     document = Document()
    ...     _ = document.add_heading("Intro", level=1)
    ...     _ = document.add_paragraph("Two words")
    ...     document.save(os.path.join(folder, "a.docx"))
    ...     task_func(os.path.join(folder, "a.docx"))
    [{'title': 'Intro', 'level': 1, 'words': 2, 'children': []}]
    """
