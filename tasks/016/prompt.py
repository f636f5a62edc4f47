import math

from dateutil import parser
from lxml import etree


def task_func(gpx):
    """
    Measure a recorded GPS track.
    `gpx` is the text of a GPX file; it may begin with an XML declaration, and its elements are in the GPX
    namespace of any version ('http://www.topografix.com/GPX/1/0' or '.../1/1'). The track consists of
    segments (<trkseg>) of points (<trkpt>) with the attributes lat and lon in degrees and the optional
    child elements <ele> (elevation in metres) and <time> (ISO 8601). The length is the sum of the
    haversine distances between consecutive points of the same segment, on a sphere with a radius of
    6371000 metres; gaps between segments do not count. The climb is the sum of all rises in elevation
    between consecutive points of the same segment, points without elevation left out. The duration is
    the time between the earliest and the latest time of all points, 0 with fewer than two times.

    Parameters:
    - gpx (str): The GPX document.

    Returns:
    - dict: 'points' (int, number of track points), 'length_m' (float, rounded to one decimal), 'climb_m'
      (float, rounded to one decimal) and 'duration_s' (int).

    Requirements:
    - math
    - dateutil
    - lxml

    Example:
    >>> track = '''<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    ... <trkpt lat="0" lon="0"/><trkpt lat="0" lon="1"/></trkseg></trk></gpx>'''
    >>> task_func(track)
    {'points': 2, 'length_m': 111194.9, 'climb_m': 0.0, 'duration_s': 0}
    """
