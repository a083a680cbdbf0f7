# integrations/blender_check.py: what Blender shows of a file is what surface.npy says.
#
#   blender -b --python-exit-code 1 --python blender_check.py -- FILE JOBS.json
#   {"clips": those of evaluate.mjs,
#    "caches": [{"cache": "a.pc2", "surface": "surface.npy", "first": 0, "vertices": 8, "bound": 1e-6}]}
#
# clips: imports FILE, plays each clip and compares the evaluated meshes of the nodes of each body with its
# surface (frames, vertices, 3; float64; vertices in node-then-primitive order; frame f at f/fps seconds).
# caches: a mesh of vertices first … first + vertices − 1 under a Mesh Cache modifier.
# Prints the worst distance for each, and again at the end those above their bound, in the file's units:
# exit code 1. Without a bound, any distance will do.

import base64
import itertools
import json
import os
import struct
import sys
import traceback
import urllib.parse

import numpy as np

np.bool = bool  # Debian's importer is older than its numpy

import bpy  # noqa: E402


def read_gltf(path):
    """The JSON of a file and the bytes of its buffers."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"glTF":
        length = struct.unpack_from("<I", data, 12)[0]
        gltf, chunk = json.loads(data[20:20 + length]), data[28 + length:]
    else:
        gltf, chunk = json.loads(data), b""
    buffers = []
    for buffer in gltf["buffers"]:
        uri = buffer.get("uri", "")
        if uri.startswith("data:"):
            buffers.append(base64.b64decode(uri.split(",", 1)[1]))
        elif uri:
            with open(os.path.join(os.path.dirname(path), urllib.parse.unquote(uri)), "rb") as file:
                buffers.append(file.read())
        else:
            buffers.append(chunk)
    return gltf, buffers


def kept_vertices(gltf, buffers, primitive):
    """The vertices the importer keeps: those that an index names, in their order."""
    count = gltf["accessors"][primitive["attributes"]["POSITION"]]["count"]
    if "indices" not in primitive:
        return np.arange(count)
    accessor = gltf["accessors"][primitive["indices"]]
    view = gltf["bufferViews"][accessor["bufferView"]]
    kind = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32}[accessor["componentType"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    return np.unique(np.frombuffer(buffers[view["buffer"]], kind, accessor["count"], start))


def mesh_slices(gltf, buffers, nodes):
    """For each node, which rows of a frame of surface.npy its Blender mesh shows."""
    slices, first = [], 0
    for node in nodes:
        rows = []
        for primitive in gltf["meshes"][gltf["nodes"][node]["mesh"]]["primitives"]:
            rows.append(first + kept_vertices(gltf, buffers, primitive))
            first += gltf["accessors"][primitive["attributes"]["POSITION"]]["count"]
        slices.append(np.concatenate(rows))
    return slices, first


def track_names(gltf):
    """What the importer calls the clips: each by its own name."""
    names = []
    for number, animation in enumerate(gltf["animations"]):
        name = stem = animation.get("name") or f"Anim_{number}"
        copies = 0
        while name in names:
            copies += 1
            name = f"{stem}.{copies:03}"
        names.append(name)
    return names


class StillState:
    """All that a clip can move, and where the file puts it: [(owner, property, value)].

    The importer tells its extensions before it makes the clips; after that, it shows the first.
    """

    last = None

    def gather_import_animations(self, *_):
        posed = list(bpy.data.objects)
        posed += [bone for item in bpy.data.objects if item.pose for bone in item.pose.bones]
        StillState.last = [(owner, name, getattr(owner, name).copy())
                           for owner in posed for name in ("location", "rotation_quaternion", "scale")]
        keys = [key for mesh in bpy.data.meshes if mesh.shape_keys for key in mesh.shape_keys.key_blocks]
        StillState.last += [(key, "value", key.value) for key in keys]


def play(clip, still):
    """Makes every object and shape key play the action that the importer filed under the clip."""
    owners = list(bpy.data.objects) + [mesh.shape_keys for mesh in bpy.data.meshes if mesh.shape_keys]
    for owner in owners:
        data = owner.animation_data
        if not data:
            continue
        actions = [strip.action for track in data.nla_tracks if track.name == clip for strip in track.strips]
        for track in data.nla_tracks:
            track.mute = True
        data.action = actions[0] if actions else None

    # what other clips moved and this one does not
    for owner, name, value in still:
        setattr(owner, name, value)


def shown(objects, frame, fps_scale):
    """The vertices of each object in glTF's world (y up) at an export frame."""
    place = frame * fps_scale
    bpy.context.scene.frame_set(int(place), subframe=place - int(place))
    graph = bpy.context.evaluated_depsgraph_get()
    result = []
    for item in objects:
        evaluated = item.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        points = np.empty(3 * len(mesh.vertices), np.float32)
        mesh.vertices.foreach_get("co", points)
        evaluated.to_mesh_clear()
        world = np.array(evaluated.matrix_world, np.float64)
        points = points.reshape(-1, 3).astype(np.float64) @ world[:3, :3].T + world[:3, 3]
        result.append(np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1))
    return result


def assigned(slices, meshes, frame):
    """For each node, which of Blender's meshes is its own: as many vertices, and nearest."""
    left, chosen = list(range(len(meshes))), []
    for rows in slices:
        fitting = [m for m in left if len(meshes[m]) == len(rows)]
        if not fitting:
            raise SystemExit(f"no imported mesh has {len(rows)} vertices")
        best = min(fitting, key=lambda m: np.abs(meshes[m] - frame[rows]).max())
        left.remove(best)
        chosen.append(best)
    return chosen


class Comparison:
    """One body in one clip, or one cache: how far what is shown is from its surface."""

    def __init__(self, label, surface, bound):
        self.label, self.surface, self.bound = label, surface, bound
        self.worst, self.where = 0.0, "nowhere"

    def add(self, points, expected, where):
        error = np.linalg.norm(points - expected, axis=1).max()
        if not (error <= self.worst or np.isnan(self.worst)):
            self.worst, self.where = float(error), where

    def __str__(self):
        diagonal = np.linalg.norm(self.surface[0].max(axis=0) - self.surface[0].min(axis=0))
        return (f"{self.label}: worst {self.worst:.2e}, {self.worst / diagonal:.2e} of the diagonal, "
                f"{len(self.surface)} frames ({self.where}) in Blender")


def check_clips(path, clips):
    """A comparison for each body of each clip."""
    gltf, buffers = read_gltf(path)
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.context.scene.render.fps = max(1, round(clips[0]["fps"]))  # a whole number
    sys.modules["io_scene_gltf2"].glTF2ImportUserExtension = StillState
    bpy.ops.import_scene.gltf(filepath=os.path.abspath(path))
    names, still = track_names(gltf), StillState.last
    hidden = {"Icosphere"}  # the importer's shape for bones
    objects = [item for item in bpy.data.objects
               if item.type == "MESH" and item.name.split(".")[0] not in hidden]
    for job in clips:
        play(names[job["clip"]], still)
        scale = bpy.context.scene.render.fps / job["fps"]
        meshes = shown(objects, 0, scale)
        bodies = []
        for body in job["bodies"]:
            surface = np.load(body["surface"])
            slices, total = mesh_slices(gltf, buffers, body["nodes"])
            if (job["frames"], total) != surface.shape[:2]:
                raise SystemExit(f"{path}: {job['frames']} frames of {total} vertices, "
                                 f"{body['surface']} has {surface.shape}")
            comparison = Comparison(body["surface"], surface, body.get("bound", np.inf))
            bodies.append((comparison, list(zip(body["nodes"], slices, assigned(slices, meshes, surface[0])))))
        for f in range(job["frames"]):
            meshes = shown(objects, f, scale)
            for comparison, parts in bodies:
                for node, rows, m in parts:
                    comparison.add(meshes[m], comparison.surface[f, rows], f"frame {f}, node {node}")
        yield from (comparison for comparison, _ in bodies)


def check_cache(job):
    surface = np.load(job["surface"])[:, job["first"]:job["first"] + job["vertices"]]
    bpy.ops.wm.read_homefile(use_empty=True)
    mesh = bpy.data.meshes.new("cached")
    mesh.from_pydata([tuple(point) for point in surface[0]], [], [])
    item = bpy.data.objects.new("cached", mesh)
    bpy.context.scene.collection.objects.link(item)
    modifier = item.modifiers.new("cache", "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = os.path.abspath(job["cache"])
    modifier.frame_start = 0
    comparison = Comparison(job["cache"], surface, job["bound"])
    for f, frame in enumerate(surface):
        points, = shown([item], f, 1)
        points = np.stack([points[:, 0], -points[:, 2], points[:, 1]], axis=1)  # a cache has no axes
        comparison.add(points, frame, f"frame {f}")
    return comparison


def main(path, jobs_path):
    with open(jobs_path) as file:
        jobs = json.load(file)
    above = []
    for comparison in itertools.chain(check_clips(path, jobs["clips"]), map(check_cache, jobs["caches"])):
        print(comparison)
        if not comparison.worst <= comparison.bound:
            above.append(f"{comparison}, above {comparison.bound}")
    for line in above:
        print(line)
    return 1 if above else 0


try:
    status = main(*sys.argv[sys.argv.index("--") + 1:])
except SystemExit as problem:
    print(problem)
    status = 1
except Exception:  # Blender would carry on and say nothing
    traceback.print_exc()
    status = 1
sys.stdout.flush()
os._exit(status)
